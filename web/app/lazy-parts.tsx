import { useEffect, useState } from 'react';
import { ConversationSkeleton } from '#web/features/chats/components/index.ts';
import type { Api } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/lazy.ts';
import { whenIdle } from '#web/lib/page.ts';
import { Part } from '#web/ui/index.ts';

const ShownConversation = lazyComponent(
  () => import('./shown-conversation.tsx'),
  (module) => module.ShownConversation,
);

/** The conversation, fetched apart from the page: a first visit begins without one. */
export function LazyConversation({ title }: { title: string }) {
  return (
    <Part loading={<ConversationSkeleton />}>
      <ShownConversation title={title} />
    </Part>
  );
}

const Badge = lazyComponent(
  () => import('#web/features/provider-mode/index.tsx'),
  (module) => module.CurrentProviderBadge,
  { isPrefetched: false },
);

/** The badge, fetched when the page is idle: it is no part of what someone needs to start. */
export function LazyProviderBadge({ api }: { api: Api }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return <Part missing={null}>{isIdle && <Badge api={api} />}</Part>;
}

const loadAuth = () => import('#web/features/auth/screens.ts');

/** The screens that most visits never come to. */
export const LoginScreen = lazyComponent(loadAuth, (module) => module.LoginScreen);
export const SignUpScreen = lazyComponent(loadAuth, (module) => module.SignUpScreen);
export const ForgotPasswordScreen = lazyComponent(loadAuth, (module) => module.ForgotPasswordScreen);
export const LocalDataScreen = lazyComponent(
  () => import('#web/features/local-data/index.ts'),
  (module) => module.LocalDataScreen,
);
export const NotFound = lazyComponent(
  () => import('#web/features/not-found.tsx'),
  (module) => module.NotFound,
);
