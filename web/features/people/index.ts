export { ExportMenu } from './export-menu.tsx';
export { describeStandIns, judgedOf, type Person, peopleOf, RATING_LABELS } from './person.ts';
export { criteriaOf, type Filters, keyOf, NO_FILTERS } from './rows.ts';
export { PeopleTable, useIsTable, ViewSwitch } from './view.tsx';
