/** What knows `light-dark()`; what Vite would write for older ones does not reach into dark grounds (decision 067). */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5']
