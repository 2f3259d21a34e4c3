import { Switch } from '#web/ui/index.ts';
import type { Example } from '../people.ts';

interface ExamplesSwitchProps {
  examples: readonly Example[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/**
 * Whether the next search for more people uses the people the user has rated. Shown only if anybody is rated good: bad examples alone
 * do not say who to look for.
 */
export function ExamplesSwitch({ examples, isOn, onChange }: ExamplesSwitchProps) {
  const count = (which: Example['rating']) => examples.filter(({ rating }) => rating === which).length;
  if (count('good') === 0) return null;
  const parts = (['good', 'bad'] as const).flatMap((which) =>
    count(which) > 0 ? [`${count(which)} ${which}`] : [],
  );
  const label = `Use your ${parts.join(' and ')} ${examples.length === 1 ? 'example' : 'examples'}`;
  return (
    <span className="-mx-2">
      <Switch label={label} checked={isOn} onChange={onChange} />
    </span>
  );
}
