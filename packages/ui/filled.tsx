import { createElement, Fragment, type ReactNode } from 'react'

/** A text with elements, such as links, in the places that it names in square brackets. */
export function Filled({ text, parts }: { text: string; parts: Record<string, ReactNode> }) {
  const pieces = text.split(/\[(\w+)\]/)
  const nodes = pieces.map((piece, at) => (at % 2 === 0 ? piece : parts[piece]))
  return createElement(Fragment, {}, ...nodes)
}
