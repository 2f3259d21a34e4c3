export { Results } from './components/results.tsx';
