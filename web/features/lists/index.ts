export { ExamplesSwitch } from './components/examples-switch.tsx';
export { ListsScreen } from './components/lists-screen.tsx';
export { SaveButton, SavePeopleButton } from './components/save-button.tsx';
export { LIST_KEYS } from './keys.ts';
export { localLists } from './local-lists.ts';
export { exportLocalLists, importLocalLists, type ListImportReport } from './local-lists-file.ts';
export type { Example } from './people.ts';
export { ListNewsToasts, readHidden, useExamples, useHiddenPeople } from './use-lists.ts';
