import type { Config } from '@naic/house/config.ts'
import { type Database, NoRight } from '@naic/store/database/database.ts'
import { whatDoes } from '#staff/roles.ts'
import { listStaff, type StaffMember } from '#staff/staff.ts'
import { type Found, type Outcome, right, warning } from './finding.ts'

/** The desk that is served to the staff: its address, and whether somebody is there for each part of the work. */
export async function examineDesk(
  { deskUrl, worksAs }: Config,
  database: Database,
  { now }: { now: Date },
): Promise<Outcome> {
  const { protocol, hostname } = new URL(deskUrl)
  // Of this machine alone.
  if (protocol !== 'https:') return []
  const says = `The staff reach it at ${deskUrl}; their passkeys count for ${hostname} alone.`
  try {
    return [right(says), examineStaff(await listStaff(database), now)].flat()
  } catch (error) {
    if (!(error instanceof NoRight) || worksAs === 'desk') throw error
    const whose = 'Who works there is not for the site’s user'
    return [right(says), right(`${whose}: "council --as-owner doctor" looks at it.`)]
  }
}

/** What nobody can do at the desk if nobody has it; what a manager does, the operator does as well. */
const parts = ['reviewer', 'issuer', 'keeper'] as const

function examineStaff(members: readonly StaffMember[], now: Date): Outcome {
  const working = members.filter(({ suspendedAt }) => !suspendedAt)
  if (working.length === 0) {
    return warning('Nobody may work there.', 'council staff add "NAME" --role reviewer')
  }
  const found: Found[] = []
  for (const { name, invitedUntil, passkeys } of working) {
    // Whoever has a passkey comes in, whatever became of a second invitation.
    if (passkeys > 0 || (invitedUntil !== null && invitedUntil >= now.toISOString())) continue
    const says = invitedUntil
      ? `The invitation of ${name} has expired unused.`
      : `${name} has no passkey and no invitation.`
    found.push(warning(says, `council staff invite "${name}"`))
  }
  for (const role of parts) {
    if (working.some(({ roles }) => roles.includes(role))) continue
    found.push(
      warning(
        `Nobody is ${role}, who ${whatDoes(role)}.`,
        `a manager gives it in the room Staff; or council staff add "NAME" --role ${role}`,
      ),
    )
  }
  if (found.length > 0) return found
  return right(`${working.length} of the staff may work there, and every part is somebody’s.`)
}
