import { Drawer } from '@naic/site/server/pictures/drawer.ts'

/** Draws however busy the machine is. What takes too long for a visitor, `drawer.test.ts` says. */
export const patientDrawer = () => new Drawer({ idleMs: 20_000, drawMs: 600_000 })
