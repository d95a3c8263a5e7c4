import { extractRawText } from 'mammoth'
import { useEffect, useState } from 'react'

/** The words of a Word file, without its looks: nothing in it is taken for markup. */
export default function WordText({ bytes }: { bytes: ArrayBuffer }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isLeft = false
    extractRawText({ arrayBuffer: bytes })
      .then(({ value }) => isLeft || setText(value.replaceAll(/\n{3,}/g, '\n\n').trim()))
      .catch(() => isLeft || setText(''))
    return () => {
      isLeft = true
    }
  }, [bytes])
  if (text === undefined) return null
  return (
    <div className="border-hairline grid gap-3 rounded-md border p-4">
      <p className="text-ink-soft text-sm">
        A Word file: these are its words alone. Download it to see it as it looks.
      </p>
      <p dir="auto" className="whitespace-pre-wrap">
        {text === '' ? 'No words were found in it.' : text}
      </p>
    </div>
  )
}
