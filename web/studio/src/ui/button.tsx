import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName, Modules } from './icons.tsx'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

const classes: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  plain: 'border border-line bg-raised text-ink hover:bg-hover',
  quiet: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:opacity-90',
}

const classesOf = (kind: ButtonKind, className?: string) =>
  classNames(
    'control inline-flex items-center justify-center gap-2 rounded-field px-3.5 py-1.5 font-medium transition-colors sm:whitespace-nowrap',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-70',
    classes[kind],
    className,
  )

interface Look {
  kind?: ButtonKind | undefined
  icon?: IconName | undefined
  children?: ReactNode
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Under way: keeps its size and its focus, and cannot be pressed again. */
  isPending?: boolean
  ref?: Ref<HTMLButtonElement>
}

export const Button = ({
  kind = 'plain',
  icon,
  isPending = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    className={classesOf(kind, className)}
    aria-disabled={isPending || undefined}
    onClick={(event) => {
      if (isPending) event.preventDefault()
      else onClick?.(event)
    }}
    {...rest}
  >
    {isPending ? <Modules /> : icon && <Icon name={icon} />}
    {children}
  </button>
)

type AnchorProps = Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>

const Anchor = ({ kind = 'plain', icon, className, children, ...rest }: AnchorProps) => (
  <a className={classNames(classesOf(kind, className), 'no-underline')} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)

/** Looks like a button and goes to a page of the Studio: `<ButtonLink to="/$slug/codes/new" …>`. */
export const ButtonLink = createLink(Anchor)

/** Looks like a button and goes elsewhere, or downloads. */
export const ButtonAnchor = Anchor

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName
  label: string
}

export const IconButton = ({ icon, label, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={classNames(
      'inline-flex size-9 items-center justify-center rounded-field text-muted hover:bg-hover hover:text-ink touch:size-11',
      className,
    )}
    {...rest}
  >
    <Icon name={icon} />
  </button>
)
