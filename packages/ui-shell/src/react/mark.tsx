const SHAPE =
  'M8 0H24A8 8 0 0 1 32 8H12A2 2 0 0 0 12 12H24A8 8 0 0 1 32 20V24A8 8 0 0 1 24 32H8A8 8 0 0 1 0 24H20A2 2 0 0 0 20 20H8A8 8 0 0 1 0 12V8A8 8 0 0 1 8 0Z';

/** The product's logo in the current text colour; decorative, because the product's name is beside it. */
export function Mark() {
  return (
    <svg className="stx-mark" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={SHAPE} />
    </svg>
  );
}
