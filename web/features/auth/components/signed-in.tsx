import type { User } from '#shared/user.ts';
import { Menu } from '#web/ui/menu.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { LOADING } from '../model/auth-state.ts';
import { signOut } from '../model/sign-out.ts';
import { Avatar } from './avatar.tsx';

interface SignedInProps {
  user: User;
  /** Given while this browser holds chats made without an account. */
  onBringChats?: (() => void) | undefined;
}

/** The sidebar's footer of whoever is signed in. */
export function SignedIn({ user, onBringChats }: SignedInProps) {
  const desk = useAuthDesk();
  const { loadingMessage } = useAuth();
  const isLeaving = loadingMessage === LOADING.signOut;
  return (
    <div className="flex items-center gap-2.5">
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium text-body">
          {user.displayName}
        </p>
        <p role="status" title={user.email} className="truncate text-ink-muted text-small">
          {isLeaving ? LOADING.signOut : user.email}
        </p>
      </div>
      <Menu
        label="Account"
        icon="more"
        items={[
          { label: 'Profile', icon: 'user', disabled: true, onSelect: () => undefined },
          ...(onBringChats
            ? [{ label: 'Bring in local chats', icon: 'upload' as const, onSelect: onBringChats }]
            : []),
          { label: 'Sign out', icon: 'sign-out', onSelect: () => void signOut(desk) },
        ]}
      />
    </div>
  );
}
