/** Shown in place of an answer. docs/behaviour.md#failures */
export const APOLOGY = "I'm sorry, I encountered an error while processing your request. Please try again.";
export const searchApology = (reason: string): string =>
  `I'm sorry, I encountered an error while processing your search request: ${reason.replace(/\.$/, '')}. Please try again with a different phrasing.`;

/** Error texts for failures within a search, apart from the others since the page needs few of them. docs/behaviour.md#error-texts */
export const SEARCH_ERRORS = {
  openaiKeyMissing: 'OpenAI client not initialized. Please check your API key.',
  noQueryResponse: 'No response from query generator',
  invalidQuery: 'Invalid search query structure generated',
  queryFailed: (reason: string) => `Failed to generate search query: ${reason}`,
  serpapiKeyMissing: 'SerpAPI key not initialized. Please check your API key.',
  serpapiStatus: (status: number, statusText: string) => `SerpAPI error: ${status} ${statusText}`.trimEnd(),
  searchFailed: (reason: string) => `Failed to search LinkedIn profiles: ${reason}`,
  noModelResponse: 'No response from OpenAI',
  notJson: (reason: string) => `Failed to parse AI response as JSON: ${reason}`,
  notAnArray: 'AI response is not an array',
  toldInstructions: 'The AI answered with its own instructions',
  filterFailed: (reason: string) => `Failed to filter profiles: ${reason}`,
  /** `provider` is the name of the profile-data provider in use. */
  profileKeyMissing: (provider: string) => `${provider} API key not initialized`,
  profileStatus: (provider: string, status: number, statusText: string, body: string) =>
    `${provider} API error: ${status} ${statusText} - ${body}`,
  verificationFailed: (reason: string) => `Verification failed: ${reason}. Using initial assessment.`,
  verificationParsingFailed: (reason: string) =>
    `Verification parsing failed: ${reason}. Using initial assessment.`,
  invalidAssessment: 'No usable score in the AI response',
  noReasoning: 'No reasoning provided',
  deepResearchFailed: (reason: string) => `Deep research failed: ${reason}`,
  noFormattingResponse: 'No response from OpenAI for profile formatting',
  formattingFailed: (reason: string) => `Failed to format profiles: ${reason}`,
} as const;

/** Sent with `done` if the answer was streamed but could not be stored. */
export const NOT_SAVED = {
  code: 'not-saved',
  message: 'This answer could not be saved to your account. It stays on this page until you leave it.',
} as const;
