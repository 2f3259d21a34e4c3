/** What a completion is for: names the call in logs, counts and recordings. */
export type CompletionTask = 'query' | 'scoring' | 'assessment' | 'formatting';

/** The shape the reply is to have: a JSON Schema whose root is an object, under a name of letters, digits and underscores. */
export interface ReplySchema {
  name: string;
  schema: Readonly<Record<string, unknown>>;
}

export interface CompletionRequest {
  task: CompletionTask;
  /** Instructions: ours, trusted. */
  system: string;
  /** Data: from people, the web or a provider, never trusted. */
  user: string;
  /** Sampling temperature; 0.7 when absent. Left out for models that refuse it. */
  temperature?: number;
  /** Longest reply in tokens; 1000 when absent. */
  maxTokens?: number;
  /** Sent where the server enforces structured output; the caller validates whatever comes back. */
  reply: ReplySchema;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface Completion {
  /** The reply's text, never empty. */
  text: string;
  /** As the server counts it; undefined where it does not. */
  usage: TokenUsage | undefined;
}

/** A chat model. */
export interface LanguageModel {
  /** The model's name as people are to read it. */
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
