import { Switch } from '#web/ui/index.ts';
import type { Example } from '../people.ts';

interface ExamplesSwitchProps {
  examples: readonly Example[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether the next search for more people is told whom the person has marked. Nothing where nobody is marked. */
export function ExamplesSwitch({ examples, isOn, onChange }: ExamplesSwitchProps) {
  if (examples.length === 0) return null;
  const count = (which: Example['rating']) => examples.filter(({ rating }) => rating === which).length;
  const parts = (['good', 'bad'] as const).flatMap((which) =>
    count(which) > 0 ? [`${count(which)} ${which}`] : [],
  );
  const label = `Use your ${parts.join(' and ')} ${examples.length === 1 ? 'example' : 'examples'}`;
  return <Switch label={label} checked={isOn} onChange={onChange} />;
}
