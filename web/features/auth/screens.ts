/** What is loaded when it is opened, apart from what everybody loads. */
export { ForgotPasswordScreen } from './components/forgot-password-screen.tsx';
export { LoginScreen } from './components/login-screen.tsx';
export { SignUpScreen } from './components/sign-up-screen.tsx';
