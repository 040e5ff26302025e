import type { ComponentChildren } from 'preact'

/** What isn't seen, or turns the order of what is seen around: control characters, and marks of direction. */
const hidden = /((?![\t\n\r])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])/u

/** Shows a text that others wrote; characters that aren't seen are shown as code points, such as U+202E. */
export const Text = ({ children: text }: { children: string }): ComponentChildren =>
  hidden.test(text) ? (
    <bdi>
      {text.split(hidden).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} class="code-point">
            U+{(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}
          </span>
        ),
      )}
    </bdi>
  ) : (
    text
  )

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
