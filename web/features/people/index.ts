export { ExportMenu } from './export-menu.tsx';
export { type Person, peopleOf } from './person.ts';
export { PeopleTable, useIsTable, ViewSwitch } from './view.tsx';
