export { LocalDataScreen } from './local-data-screen.tsx';
