import { DISCLAIMER } from './disclaimer.ts';

export function ComposerFooter({ deepResearch }: { deepResearch: boolean }) {
  return (
    <footer className="flex flex-wrap justify-center gap-x-2 px-2 pt-1.5 pb-2 text-center text-caption text-ink-subtle">
      <p>{DISCLAIMER}</p>
      {deepResearch && (
        <p className="text-accent">Deep Research mode uses AI filtering + Profile verification</p>
      )}
    </footer>
  );
}
