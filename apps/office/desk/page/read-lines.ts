/** Reads an answer of JSON, a line each, as it comes. */
export async function* readLines<Line>({ body }: Response): AsyncGenerator<Line> {
  if (!body) return
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}
