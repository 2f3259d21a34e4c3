import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  text: string;
  /** The button. */
  children: ReactNode;
  /** What came of it. */
  result?: ReactNode;
}

export function Section({ title, text, children, result }: SectionProps) {
  return (
    <section className="border-line border-b py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <h2 className="font-medium text-reading">{title}</h2>
          <p className="text-ink-muted">{text}</p>
        </div>
        {children}
      </div>
      {result}
    </section>
  );
}
