import { QueryClient } from '@tanstack/react-query';

/**
 * The one cache of server state. Hooks are given it as an argument instead of through a provider, so that only the parts of the page
 * that ask the server for something load it.
 */
export const queryClient = new QueryClient();
