import { useState } from 'react';

interface AvatarProps {
  name: string;
  photoURL: string | undefined;
}

/** The person's photo, or the initial of their name where there is none or it cannot be had. */
export function Avatar({ name, photoURL }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const size = 'size-9 shrink-0 rounded-full';
  if (photoURL !== undefined && photoURL !== broken) {
    return (
      <img
        src={photoURL}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(photoURL)}
        className={`${size} object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${size} inline-flex items-center justify-center bg-accent-soft font-semibold text-accent text-reading`}
    >
      {initialOf(name)}
    </span>
  );
}

/** The first letter as people count letters, not half of one. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
