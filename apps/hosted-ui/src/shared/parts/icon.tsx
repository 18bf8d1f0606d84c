const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  alert: 'M12 7.5v5.5M12 16.6v.1M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17z',
  clock: 'M12 7.5V12l3 2M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17z',
  lock: 'M7.5 10.5V8a4.5 4.5 0 0 1 9 0v2.5M6.5 10.5h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10',
  link: 'M9.5 14.5l5-5M11 7l1.5-1.5a3.9 3.9 0 0 1 5.8 5.3L17 12.3M13 17l-1.5 1.5a3.9 3.9 0 0 1-5.8-5.3L7 11.7',
  bank: 'M4 9.5l8-5 8 5zM6.5 12.5v4.5M12 12.5v4.5M17.5 12.5v4.5M4.5 19.5h15',
  card: 'M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3.5 10h17',
  wallet:
    'M17 8.5v-3H5.2a1.5 1.5 0 0 0 0 3h13.3a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H5.7a2 2 0 0 1-2-2V7M16 13.4v.1',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12a9 9 0 0 1 4-2.3M14 9.6a9 9 0 0 1 4.5 2.4M3 8.5a13 13 0 0 1 3.7-2.3M10.5 5.1A13 13 0 0 1 21 8.5M12 19v.1',
  spinner: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** Always beside words that say the same, therefore hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={`icon icon--${name}`}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
