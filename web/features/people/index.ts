export { ExportMenu } from './export-menu.tsx';
export { describeStandIns, judgedOf, type Person, peopleOf } from './person.ts';
export { criteriaOf, keyOf } from './rows.ts';
export { PeopleTable, useIsTable, ViewSwitch } from './view.tsx';
