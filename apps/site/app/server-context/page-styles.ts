/**
 * What stands in a page's `<style>` until the server puts the rules there that this page uses
 * (decision 043).
 */
export const pageStylesPlaceholder = '/* page-styles */'
