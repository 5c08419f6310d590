import { createRoot } from "react-dom/client";
import "../../styles.js";
import { App } from "./app.jsx";

createRoot(document.getElementById("root")).render(<App />);
