import { SingleBar } from 'cli-progress'
import type { Config } from '#server/config.ts'
import { enterDeed } from '#server/journal/journal.ts'
import type { Conflict, Issued } from '#server/registry/issuing/issued-before.ts'
import { issueCertificates } from '#server/registry/issuing/issue-certificates.ts'
import type { Order } from '#server/registry/issuing/order.ts'
import {
  describeBatch,
  describeOrder,
  describeRepeats,
  listOrders,
  planIssue,
} from '#server/registry/orders/order-summary.ts'
import type { Registry } from '#server/registry/registry.ts'
import { printable } from '#server/sheets/printable-text.ts'
import type { Run } from './command-run.ts'
import { countBefore } from './issue-results.ts'
import { agrees, canAsk } from './ask.ts'

export type IssueSwitches = Partial<
  Record<'dryRun' | 'yes' | 'allowRepeat' | 'fromApplications', true>
>

/**
 * Looks at orders, asks where somebody can be asked, and carries them out.
 *
 * @param switches as they are typed; `isBatch` where there may be many. Those from
 *   applications are named, since nobody has seen a table of them.
 * @returns undefined when nothing may be issued; why was said.
 */
export async function issueOrders(
  run: Run,
  registry: Registry,
  orders: readonly Order[],
  config: Config,
  switches: IssueSwitches & { isBatch: boolean },
): Promise<Issued[] | undefined> {
  const plan = await planIssue(registry, orders, config.siteUrl, switches.allowRepeat)
  if (plan.state === 'other site') {
    run.say(
      `Nothing was issued: SITE_URL is ${config.siteUrl}, and this registry was made for ${plan.registrySite}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
    return undefined
  }
  if (plan.state === 'conflicts') return sayConflicts(run, plan.conflicts)
  const { fresh, before, repeats } = plan
  const asks = fresh.length > 0 && !switches.dryRun && !switches.yes && canAsk(run)
  const [first] = fresh
  if (first && (switches.dryRun || asks)) {
    if (switches.fromApplications) run.say(listOrders(fresh))
    run.say(switches.isBatch ? describeBatch(fresh) : describeOrder(first))
  }
  if (repeats.length > 0) run.say(describeRepeats(repeats))
  const mayIssue = asks
    ? await areAgreed(run, fresh.length, repeats.length)
    : isNoneTwice(run, fresh.length, repeats.length)
  if (!mayIssue) return undefined
  if (!switches.dryRun) return carryOut(run, registry, orders, fresh.length, config)
  run.say(
    `${orders.length === 1 ? '1 row is' : `${orders.length} rows are`} right: ${fresh.length} would be issued, ${countBefore(before)}. Nothing was done.`,
  )
  return []
}

async function areAgreed(run: Run, fresh: number, repeats: number): Promise<boolean> {
  const all = `${fresh} certificate${fresh === 1 ? '' : 's'}`
  const again = repeats > 0 ? `, ${repeats} of them once more` : ''
  const isAgreed = await agrees(run, `Issue ${all}${again}?`)
  if (!isAgreed) run.say('Nothing was issued.')
  return isAgreed
}

/**
 * What another certificate says already is for a person to decide, who must say so. For all else,
 * whoever starts the command without a terminal has decided.
 */
function isNoneTwice(run: Run, fresh: number, repeats: number): boolean {
  if (repeats > 0) {
    run.say(
      `Nothing was issued: ${repeats} of ${fresh} would say what a certificate of the last day, or another row, says already. If that is meant, use --allow-repeat.`,
    )
  }
  return repeats === 0
}

async function carryOut(
  run: Run,
  registry: Registry,
  orders: readonly Order[],
  fresh: number,
  { account }: Config,
): Promise<Issued[] | undefined> {
  const bar = new SingleBar({ format: 'Signing {bar} {value}/{total}, {eta_formatted} left' })
  if (run.stderr.isTTY && fresh > 0) bar.start(fresh, 0)
  try {
    const result = await issueCertificates(
      registry,
      orders,
      (count) => bar.update(count),
      (count) => [
        enterDeed(
          registry.database,
          account,
          { did: 'certificates issue', detail: `${count} issued` },
          new Date(),
        ),
      ],
    )
    return result.state === 'issued' ? result.certificates : sayConflicts(run, result.conflicts)
  } finally {
    bar.stop()
  }
}

function sayConflicts(run: Run, conflicts: readonly Conflict[]): undefined {
  run.say(
    conflicts
      .map(({ reference, id }) =>
        printable(`reference ${reference}: its certificate ${id} says something else`),
      )
      .join('\n'),
  )
  run.say(
    'Nothing was issued. To correct a certificate, revoke it, and issue it again under the same reference.',
  )
}
