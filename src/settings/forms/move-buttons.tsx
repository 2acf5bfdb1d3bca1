type MoveButtonsProps = {
  /** What is moved. */
  title: string;
  canMove: (by: -1 | 1) => boolean;
  onMove: (by: -1 | 1) => void;
};

/** The keyboard's way to order a list. Who draws it moves the focus along. */
export function MoveButtons({ title, canMove, onMove }: MoveButtonsProps) {
  return (
    <>
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="icon-button"
          data-focus={by === -1 ? 'up' : 'down'}
          disabled={!canMove(by)}
          aria-label={`Move ${by === -1 ? 'up' : 'down'}: ${title}`}
          onClick={() => onMove(by)}
        >
          {by === -1 ? '↑' : '↓'}
        </button>
      ))}
    </>
  );
}
