import { lazyComponent } from '#web/lib/lazy-component.ts';

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
  () => import('#web/features/not-found/index.ts'),
  (module) => module.NotFound,
);
