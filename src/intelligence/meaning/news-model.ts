import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import { type BackgroundModel, backgroundModel } from "./background-model.ts";

/** The bundled network that was trained to read business news (models/README.md). */
const FOLDER = join(projectRoot(), "models/news-reading-int8");

/**
 * Returns the news model, whose vectors are made for the heads that were trained with it (`trainedHead`). Returns null
 * if an operator chose to read by words or token vectors alone, or if its runtime is missing.
 * @param kind the operator's choice of embeddings
 */
export const newsModel = (kind: string): BackgroundModel | null => (kind === "onnx" ? backgroundModel(FOLDER) : null);
