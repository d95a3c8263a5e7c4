import { expect } from 'vitest'

/** As a collector reads them: https://prometheus.io/docs/instrumenting/exposition_formats/. */
const sample =
  /^(?<name>[a-z_:][\w:]*)(?:\{(?<labels>(?:\w+="(?:[^"\\\n]|\\.)*",?)*)\})? (?<value>[-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf|NaN))$/i

/** @returns the values by name and sorted labels, such as `naic_outbox_letters{state="waiting"}`. */
export async function scrape(url: string): Promise<Map<string, number>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return readMetrics(await answer.text())
}

export function readMetrics(text: string): Map<string, number> {
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
    const { name = '', labels = '', value = '' } = sample.exec(line)?.groups ?? {}
    if (name === '') throw new Error(`This is no sample: ${line}`)
    const sorted = (labels.match(/\w+="(?:[^"\\]|\\.)*"/g) ?? []).toSorted().join(',')
    const key = sorted === '' ? name : `${name}{${sorted}}`
    if (values.has(key)) throw new Error(`This is there twice: ${key}`)
    values.set(key, Number(value))
  }
  return values
}
