import { templateColors } from '#contract/template-colors.ts'
import { looks } from '../../../../../src/features/page/looks.ts'
import { classNames } from '../class-names.ts'
import { useIsNight } from '../night.ts'
import type { TemplateChoice } from './templates.ts'

/** A fork and a knife. */
const restaurant = {
  lines: 'M11 6v10a5 5 0 0 0 10 0V6M16 6v36M35 42V6c-6 3-8 10-8 19h8',
  modules: 'M40 6h3v3h-3zM40 12h3v3h-3zM4 39h3v3H4z',
}

/** The drawing of a template in its colour, as on the visitor's page. */
export const TemplateDrawing = (props: {
  choice: Pick<TemplateChoice, 'key' | 'template'>
  className: string
}) => {
  const { key, template } = props.choice
  const { lines, modules } = key === 'restaurant' ? restaurant : looks[template]
  const [day, night] = templateColors[template]
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
