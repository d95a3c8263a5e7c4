import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BatchPlan, BatchProgress } from '#desk/shapes.ts'
import { askDesk, readDesk } from '../ask-desk.ts'
import { readLines } from '../read-lines.ts'
import type { BatchSource } from './batch-source.tsx'

type Issued = Extract<BatchProgress, { state: 'issued' }>
type Agreed = Pick<Extract<BatchPlan, { state: 'planned' }>, 'seal' | 'fresh'>

export type BatchState =
  | { state: 'none' }
  | { state: 'looking'; source: BatchSource }
  | { state: 'looked'; source: BatchSource; plan: BatchPlan; hasChanged: boolean }
  | { state: 'issuing'; signed: number; of: number }
  | { state: 'done'; issued: Issued }
  | { state: 'failed'; detail: string }
  /** Nobody knows what became of it; it can be looked at again. */
  | { state: 'lost'; source: BatchSource }

/** A batch on its way: looked at, agreed to, carried out. */
export function useBatch() {
  const [batch, setBatch] = useState<BatchState>({ state: 'none' })
  const { revalidate } = useRevalidator()

  async function look(source: BatchSource, hasChanged = false): Promise<void> {
    setBatch({ state: 'looking', source })
    try {
      const plan = await readDesk<BatchPlan>('/api/certificates/plan', sent(source))
      setBatch({ state: 'looked', source, plan, hasChanged })
    } catch (error) {
      setBatch({ state: 'failed', detail: (error as Error).message })
    }
  }

  async function issue(source: BatchSource, agreed: Agreed, mayRepeat: boolean): Promise<void> {
    setBatch({ state: 'issuing', signed: 0, of: agreed.fresh })
    const query = `seal=${agreed.seal}${mayRepeat ? '&repeat=yes' : ''}`
    try {
      const answer = await askDesk(`/api/certificates/issue?${query}`, sent(source))
      for await (const progress of readLines<BatchProgress>(answer)) {
        if (progress.state === 'changed') return await look(source, true)
        if (progress.state === 'signed') setBatch({ ...progress, state: 'issuing' })
        else if (progress.state === 'failed') setBatch(progress)
        else setBatch({ state: 'done', issued: progress })
      }
      await revalidate()
    } catch {
      setBatch({ state: 'lost', source })
    }
  }

  return { batch, look, issue, forget: () => setBatch({ state: 'none' }) }
}

const sent = ({ table }: BatchSource): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': table ? 'application/octet-stream' : 'application/json' },
  body: table ?? JSON.stringify({ from: 'applications' }),
})
