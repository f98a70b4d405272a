// The functions that worker threads run. Each export is called by its name.

export {
  drawImage,
  drawPiece,
  drawPiecePreview,
  drawPreview,
  drawSheet,
  tryLogo,
} from '../features/images/drawing.thread.ts'
export { answerDemo } from '../features/models/demo/answers.ts'
export { hashBody, splitBody } from '../platform/http/input/large-body.thread.ts'
