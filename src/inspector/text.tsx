import type { ComponentChildren } from 'preact'

/** Marks a part of a request if the fake refused it. */
export const Part = ({
  isWrong,
  class: name,
  children,
}: {
  isWrong: boolean
  class?: string
  children: ComponentChildren
}): ComponentChildren => {
  if (isWrong) return <mark title="The fake refused this">{children}</mark>
  return name === undefined ? children : <span class={name}>{children}</span>
}
