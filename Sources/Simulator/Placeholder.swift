import Tags
enum SimulatorPlaceholder {}
