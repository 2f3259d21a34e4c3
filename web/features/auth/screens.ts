/** The screens for signing in, signing up and resetting a password, in one chunk that is loaded when the first of them is opened. */
export { ForgotPasswordScreen } from './forgot-password-screen.tsx';
export { LoginScreen } from './login-screen.tsx';
export { SignUpScreen } from './sign-up-screen.tsx';
