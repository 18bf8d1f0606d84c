import type { ComponentChildren } from 'preact';
import { type CardBrand, brandNamed } from './card-brands.js';

/** Simple drawings that are recognizable at 34 pixels; the list names them for screen readers. */
const MARKS: Readonly<Record<CardBrand, ComponentChildren>> = {
  visa: (
    <>
      <rect fill="#ffffff" stroke="#d3d7df" width="34" height="22" rx="4" />
      <path
        fill="#1a1f71"
        d="M13.2 15.6l1.2-7.4h1.9l-1.2 7.4zM22.4 8.3a4.8 4.8 0 0 0-1.7-.3c-1.9 0-3.2 1-3.2 2.4 0 1.1.9 1.7 1.7 2 .7.4 1 .6 1 .9 0 .5-.6.7-1.1.7-.8 0-1.2-.1-1.8-.4l-.3-.1-.3 1.6c.5.2 1.3.4 2.2.4 2 0 3.3-1 3.3-2.5 0-.8-.5-1.5-1.6-2-.7-.3-1.1-.5-1.1-.9 0-.3.3-.6 1.1-.6.6 0 1.1.1 1.4.3l.2.1zM27.2 8.2h-1.5c-.5 0-.8.1-1 .6l-2.8 6.8h2l.4-1.1h2.4l.2 1.1h1.8zm-2.3 4.8l.8-2 .2-.7.2.6.4 2.1zM11.6 8.2l-1.9 5-.2-1c-.3-1.2-1.4-2.4-2.6-3l1.7 6.4h2l3-7.4z"
      />
      <path fill="#e8a317" d="M8 8.2H4.9v.1c2.4.6 4 2.1 4.6 3.9L8.9 8.8c-.1-.5-.4-.6-.9-.6z" />
    </>
  ),
  mastercard: (
    <>
      <rect fill="#ffffff" stroke="#d3d7df" width="34" height="22" rx="4" />
      <circle fill="#eb001b" cx="13.5" cy="11" r="6" />
      <circle fill="#f79e1b" cx="20.5" cy="11" r="6" />
      <path fill="#ff5f00" d="M17 6.13a6 6 0 0 1 0 9.74a6 6 0 0 1 0-9.74z" />
    </>
  ),
  amex: (
    <>
      <rect fill="#1f6fce" width="34" height="22" rx="4" />
      <path
        fill="none"
        stroke="#ffffff"
        stroke-width="1.5"
        d="M5 14.5l2.5-7 2.5 7M5.9 12.2h3.2M12 14.5v-7l2.5 4 2.5-4v7M23 7.5h-3.5v7H23M19.5 11h3M25 7.5l4 7M29 7.5l-4 7"
      />
    </>
  ),
  jcb: (
    <>
      <rect fill="#ffffff" stroke="#d3d7df" width="34" height="22" rx="4" />
      <rect fill="#0b4ea2" x="6" y="4" width="6.5" height="14" rx="2.5" />
      <rect fill="#d3132f" x="13.75" y="4" width="6.5" height="14" rx="2.5" />
      <rect fill="#12823b" x="21.5" y="4" width="6.5" height="14" rx="2.5" />
      <path
        fill="none"
        stroke="#ffffff"
        d="M10.4 8.5v3.6c0 1.6-2.6 1.6-2.6.2M18.8 9.6c-1.5-1.2-3.7-.6-3.7 1.4s2.2 2.6 3.7 1.4M23 8.7v4.6h2.2c1.7 0 1.7-2.3 0-2.3H23h2c1.5 0 1.5-2.3 0-2.3z"
      />
    </>
  ),
  unionpay: (
    <>
      <rect fill="#ffffff" stroke="#d3d7df" width="34" height="22" rx="4" />
      <path fill="#d81f2a" d="M9 4h7l-3 14H7.5a1.5 1.5 0 0 1-1.5-2L8 5z" />
      <path fill="#14477f" d="M15.5 4H22l-3 14h-6.5z" />
      <path fill="#0e7377" d="M21.5 4h5.3a1.5 1.5 0 0 1 1.5 2L26 17a1.5 1.5 0 0 1-1.4 1h-6z" />
    </>
  ),
};

interface BrandMarksProps {
  readonly brands: readonly string[];
  readonly label: string;
}

/** The card schemes that this payment takes; nothing when the server does not say. */
export function BrandMarks({ brands, label }: BrandMarksProps) {
  const known = brands.map(brandNamed).filter((brand) => brand !== null);
  if (known.length === 0) return null;
  return (
    <ul class="brands" aria-label={label}>
      {known.map(({ id, name }) => (
        <li key={id}>
          <svg viewBox="0 0 34 22" role="img" aria-label={name} width="34" height="22">
            {MARKS[id]}
          </svg>
        </li>
      ))}
    </ul>
  );
}
