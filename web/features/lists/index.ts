export { ListsScreen } from './components/lists-screen.tsx';
export { SaveButton, SavePeopleButton } from './components/save-button.tsx';
export { LIST_KEYS } from './keys.ts';
export { localLists } from './local-lists.ts';
export { exportLocalLists, importLocalLists, type ListImportReport } from './local-lists-file.ts';
export { ListNewsToasts, readHidden, useHiddenPeople } from './use-lists.ts';
