export { ExamplesSwitch } from './components/examples-switch.tsx';
export { ListsScreen } from './components/lists-screen.tsx';
export { SaveButton } from './components/save-button.tsx';
export { LIST_KEYS } from './keys.ts';
export { localLists } from './local-lists.ts';
export { exportLocalLists, importLocalLists, type ListImportReport } from './local-lists-file.ts';
export type { Example } from './people.ts';
export { ListNewsToasts, useExamples } from './use-lists.ts';
