export { readShared, sharedPeople, withoutSharing } from './share.ts';
export { ShareButton } from './share-button.tsx';
