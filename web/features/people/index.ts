export { ExportMenu } from './export-menu.tsx';
export { peopleOf } from './person.ts';
export { useView, ViewSwitch } from './view.tsx';
