import { Star } from 'lucide-react'
import type testimonials from '#content/testimonials.json'
import { Avatar } from '#app/ui/avatar.tsx'

/** The same on every testimonial, so it is no entry of the data. */
const rating = '5.0'

type Slide = {
  testimonial: (typeof testimonials)[number]
  /** Its place among the others: "1 of 3". */
  label: string
  shown: boolean
}

export function TestimonialSlide({ testimonial, label, shown }: Slide) {
  const { name, role, college, content } = testimonial
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className={shown ? 'animate-[slide-in_250ms_ease-out]' : 'invisible'}
    >
      <figure className="flex h-full flex-col gap-4 md:gap-6">
        <p className="flex items-center gap-2">
          <span className="font-semibold">{rating}</span>
          <span className="sr-only">out of 5 stars</span>
          <span aria-hidden="true" className="text-marigold flex gap-0.5">
            {[1, 2, 3, 4, 5].map((star) => (
              <Star key={star} className="size-5 fill-current" />
            ))}
          </span>
        </p>
        <blockquote className="font-heading carousel-quote">
          <p>“{content}”</p>
        </blockquote>
        <figcaption className="mt-auto flex items-center gap-4">
          <Avatar name={name} />
          <span>
            <span className="block font-semibold">{name}</span>
            <span className="text-ink-pale block text-sm">
              {role}, {college}
            </span>
          </span>
        </figcaption>
      </figure>
    </div>
  )
}
