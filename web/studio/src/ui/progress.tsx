interface ProgressBarProps {
  /** Name of the progress bar for screen readers. */
  label: string
  done: number
  total: number
}

export const ProgressBar = ({ label, done, total }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={done}
    className="h-2 overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full origin-left bg-accent transition-transform"
      style={{ transform: `scaleX(${total === 0 ? 0 : done / total})` }}
    />
  </div>
)
