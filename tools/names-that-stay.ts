const keepNames = { function: true, class: true }

/** How what a server runs is made smaller: functions keep their names, which a trace shows. */
export const namesThatStay = {
  compress: { keepNames },
  mangle: { keepNames },
  codegen: true,
} as const
