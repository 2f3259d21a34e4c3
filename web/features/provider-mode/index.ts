export { CurrentProviderBadge } from './current-provider-badge.tsx';
export { ProviderBadge } from './provider-badge.tsx';
