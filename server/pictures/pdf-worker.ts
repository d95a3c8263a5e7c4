import { parentPort, workerData } from 'node:worker_threads'
import { makeCertificatePdf, type PdfAsked } from './certificate-pdf.ts'

/** The thread behind `CertificatePdfs`: makes one PDF and ends. Only here is pdfkit loaded. */
parentPort?.postMessage(await makeCertificatePdf(workerData as PdfAsked))
