export { readShared, sharedPeople } from './share.ts';
export { ShareButton } from './share-button.tsx';
