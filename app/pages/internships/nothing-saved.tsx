/** Also where nothing can be kept, which the button to save says when it is pressed. */
export function NothingSaved() {
  return (
    <section aria-labelledby="all" className="grid gap-3">
      <h2 id="all" tabIndex={-1} className="text-heading md:text-title">
        Saved Internships
      </h2>
      <p className="max-w-text">
        Nothing is saved on this device. Press the bookmark of an internship to keep it in this
        list. We do not get the list, so other devices do not show it.
      </p>
    </section>
  )
}
