import { templateColors } from '#contract/template-colors.ts'
import { looks } from '../../../../../src/features/page/looks.ts'
import type { Schema } from '../../api/client.ts'
import { classNames } from '../class-names.ts'
import { useIsNight } from '../night.ts'

/** The drawing of a template in its colour, as on the visitor's page. */
export const TemplateDrawing = (props: {
  template: Schema<'CodeTemplate'>['template']
  className?: string
}) => {
  const { lines, modules } = looks[props.template]
  const [day, night] = templateColors[props.template]
  return (
    <svg
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('shrink-0', props.className)}
      style={{ color: useIsNight() ? night : day }}
    >
      <path d={lines} />
      <path fill="currentColor" stroke="none" d={modules} />
    </svg>
  )
}
