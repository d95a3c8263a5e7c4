import { RequestMetrics } from '@naic/house/metrics/request-metrics.ts'

const outcomes = ['in', 'refused'] as const

/** For Prometheus. It names nobody. */
export class DeskMetrics extends RequestMetrics {
  readonly #signIns = this.counter(
    'naic_desk_sign_ins_total',
    'Passkeys that were shown to come in, and invitations that were accepted, by what came of it.',
    ['outcome'],
  )

  constructor() {
    super('naic_desk', {})
    for (const outcome of outcomes) this.#signIns.inc({ outcome }, 0)
  }

  triedToSignIn(outcome: (typeof outcomes)[number]): void {
    this.#signIns.inc({ outcome })
  }
}
