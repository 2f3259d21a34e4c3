import type { User } from '#shared/contract.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { MemoryStorage, storageEvent } from '#tests/web/features/chats/stores/memory-storage.ts';
import {
  type Accounts,
  type Auth,
  type AuthDeps,
  type AuthState,
  createAuth,
  type OnLeave,
  type SessionToken,
  type SignInStep,
  type TotpSetup,
} from '#web/features/auth/auth.ts';

export const SESSION_KEY = 'CognitoIdentityServiceProvider.client-1.LastAuthUser';

const SITE: SiteConfig = {
  stage: 'test',
  region: 'us-east-1',
  userPoolId: 'us-east-1_Test',
  userPoolClientId: 'client-1',
  google: false,
};

/** What Amplify stores for a session, with these claims in the ID token. */
export function sessionOf(id: string, claims: object = {}): Record<string, string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const own = `CognitoIdentityServiceProvider.client-1.${id}`;
  const payload = { sub: id, email: `${id}@example.com`, name: `Person ${id}`, ...claims };
  return {
    [SESSION_KEY]: id,
    [`${own}.idToken`]: `${part({ alg: 'RS256' })}.${part(payload)}.signature`,
    [`${own}.refreshToken`]: 'refresh',
  };
}

export const person = (id: string, change: Partial<User> = {}): User => ({
  id,
  email: `${id}@example.com`,
  displayName: `Person ${id}`,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...change,
});

/** An error as Amplify throws it. */
export const refused = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

/** Cognito's response to a reset when there is no address to which a code may be mailed. */
export const NO_ADDRESS =
  'Cannot reset password for the user as there is no registered/verified email or phone_number';

/** Accounts whose sign-ins succeed, over storage that holds the session as Amplify's would. */
class FakeAccounts implements Accounts {
  readonly storage: MemoryStorage;
  /** Calls in order. */
  readonly calls: string[] = [];
  /** The error with which the next call of each name rejects. */
  readonly failures = new Map<string, Error>();
  /** The user whose session a sign-in starts. */
  next = 'ada';
  isConfirmed = true;
  /** The steps the next sign-ins ask for after the password, in order. */
  steps: SignInStep[] = [];

  constructor(storage: MemoryStorage) {
    this.storage = storage;
  }

  async token(): Promise<SessionToken | undefined> {
    this.#called('token');
    const userId = this.storage.getItem(SESSION_KEY);
    return userId === null ? undefined : { value: `token of ${userId}`, userId };
  }

  async signIn(): Promise<SignInStep> {
    this.#called('signIn');
    return this.isConfirmed ? this.#step() : 'unconfirmed';
  }

  async choosePassword(): Promise<SignInStep> {
    this.#called('choosePassword');
    return this.#step();
  }

  async enterCode(): Promise<SignInStep> {
    this.#called('enterCode');
    return this.#step();
  }

  totp = async (): Promise<'off'> => 'off';
  beginTotp = async (): Promise<TotpSetup> => ({ secret: 'ABCD', uri: 'otpauth://totp/a' });
  confirmTotp = async (): Promise<void> => this.#called('confirmTotp');
  endTotp = async (): Promise<void> => this.#called('endTotp');
  hasPassword = async (): Promise<boolean> => true;
  changePassword = async (): Promise<void> => this.#called('changePassword');
  changeName = async (): Promise<void> => this.#called('changeName');

  signUp = async (): Promise<void> => this.#called('signUp');
  async resendCode(): Promise<'code-sent' | 'confirmed'> {
    this.#called('resendCode');
    return this.isConfirmed ? 'confirmed' : 'code-sent';
  }

  resetPassword = async (): Promise<void> => this.#called('resetPassword');
  leaveForProvider = async (): Promise<void> => this.#called('leaveForProvider');

  async confirmSignUp(): Promise<void> {
    this.#called('confirmSignUp');
    this.isConfirmed = true;
  }

  async requestReset(): Promise<void> {
    this.#called('requestReset');
    if (!this.isConfirmed) throw refused('InvalidParameterException', NO_ADDRESS);
  }

  async signInWithProvider({
    show,
  }: Parameters<Accounts['signInWithProvider']>[0]): Promise<'signed-in' | 'cancelled'> {
    this.#called('signInWithProvider');
    if ((await show('https://pool.example.com/oauth2/authorize?state=s-1')) === undefined) return 'cancelled';
    this.storage.setItem(SESSION_KEY, this.next);
    return 'signed-in';
  }

  async completeRedirect(): Promise<'signed-in' | 'cancelled'> {
    this.#called('completeRedirect');
    this.storage.setItem(SESSION_KEY, this.next);
    return 'signed-in';
  }

  async signOut(): Promise<void> {
    this.#called('signOut');
    this.storage.removeItem(SESSION_KEY);
  }

  /** The pool refuses the session: Amplify then removes it. */
  refuseSession(): void {
    this.token = async () => {
      this.storage.removeItem(SESSION_KEY);
      return undefined;
    };
  }

  #step(): SignInStep {
    const step = this.steps.shift() ?? 'signed-in';
    if (step === 'signed-in') this.storage.setItem(SESSION_KEY, this.next);
    return step;
  }

  #called(name: string): void {
    this.calls.push(name);
    const failure = this.failures.get(name);
    this.failures.delete(name);
    if (failure !== undefined) throw failure;
  }
}

export interface Tab {
  auth: Auth;
  accounts: FakeAccounts;
  /** How often the account provider's code was loaded. */
  loads: () => number;
  /** Every state so far. */
  history: AuthState[];
  state: () => AuthState;
}

/** One tab over a browser's storage. By default, `loadUser` answers with the token's owner. */
export function openTab({
  storage = new MemoryStorage(),
  tab = new MemoryStorage(),
  config = {},
  clock = () => 0,
  onLeave = () => undefined,
  loadUser = async (token: string) => person(token.replace('token of ', '')),
}: {
  storage?: MemoryStorage;
  /** The tab's session storage; pass another tab's to simulate a reload. */
  tab?: MemoryStorage;
  /** Overrides of the site configuration. */
  config?: Partial<SiteConfig>;
  clock?: () => number;
  onLeave?: OnLeave | undefined;
  loadUser?: AuthDeps['loadUser'];
} = {}): Tab {
  const accounts = new FakeAccounts(storage);
  let loads = 0;
  const auth = createAuth(
    {
      accounts: async () => {
        loads += 1;
        return accounts;
      },
      config: async () => ({ ...SITE, ...config }),
      loadUser,
      storage,
      tab,
      clock,
    },
    { onLeave },
  );
  const { getState, subscribe } = auth.store;
  const history: AuthState[] = [getState()];
  subscribe((state) => history.push(state));
  return { auth, accounts, loads: () => loads, history, state: getState };
}

/** A page at a URL. */
export const pageAt = (url: string) => {
  const location = new URL(url);
  const visited: string[] = [];
  const states: unknown[] = [];
  const history = {
    replaceState(state: unknown, _: string, to: string) {
      states.push(state);
      visited.push(to);
    },
  };
  return { here: { location, history, close: () => undefined }, visited, states };
};

export const ADA = { email: 'ada@example.com', password: 'correct horse' };

/** The storage of a browser in which Ada is signed in. */
export const held = () => new MemoryStorage({ [SESSION_KEY]: 'ada' });

export { MemoryStorage, storageEvent };
