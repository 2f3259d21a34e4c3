import { type FoundPages, type Providers, withoutPeople } from '#functions/providers/ports.ts';

/** The providers without the people whom the person does not want to be shown: nothing is spent on them. What is found says how many they were. */
export function leavingOut(providers: Providers, leaveOut: readonly string[] = []): Providers {
  if (leaveOut.length === 0) return providers;
  const { webSearch } = providers;
  const unwanted = new Set(leaveOut);
  const leave = async (searching: Promise<FoundPages>): Promise<FoundPages> => {
    const found = await searching;
    const kept = withoutPeople(found, (url) => unwanted.has(url));
    const leftOut = found.linkedinProfiles.length - kept.linkedinProfiles.length;
    return leftOut === 0 ? found : { ...kept, leftOut };
  };
  return {
    ...providers,
    webSearch: {
      label: webSearch.label,
      search: (query, signal, alternative) => leave(webSearch.search(query, signal, alternative)),
      searchPage: (asked, signal) => leave(webSearch.searchPage(asked, signal)),
    },
  };
}
