export { ProgressPanel } from './progress-panel.tsx';
